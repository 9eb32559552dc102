//! `secateur web` through the program.

mod program;

use std::io::{Read, Write};
use std::net::TcpStream;

use program::{Conversation, run};

#[test]
fn the_page_is_served_where_the_program_says() {
    let mut server = Conversation::start(&["web", "--port", "0"]);
    let page = server.hear("http").pop().unwrap();
    let address = page.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{page}");
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("<title>secateur</title>"), "{answer}");
}

#[test]
fn what_it_cannot_do_is_said_in_a_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, code, mend) in [
        (&["web", "--bind", "0.0.0.0", "--port", "0"][..], 2, "--public"),
        (&["web", "--port", &port], 1, "--port 0 takes a free one"),
        (&["web", "--port", "99999"], 2, "99999"),
    ] {
        let ended = run(arguments, "");
        assert_eq!(ended.code, Some(code), "{arguments:?}");
        assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains(mend), "{}", ended.stderr);
    }
}

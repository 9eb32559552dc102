//! The protocol of `docs/web-protocol.md`, request by request.

mod client;

use client::{Client, server};
use secateur_web::Allowance;
use serde_json::{Value, json};

async fn connected() -> Client {
    Client::connect(server(Allowance::default()).await).await
}

#[tokio::test]
async fn hello_lists_what_there_is() {
    let hello = connected().await.ask(json!({"do": "hello"})).await.unwrap();
    let names: Vec<_> = hello["games"].as_array().unwrap().iter().map(|g| &g["name"]).collect();
    let listed: Vec<_> = secateur_games::GAMES.iter().map(|entry| entry.name).collect();
    assert_eq!(names, listed);
    assert_eq!(hello["levels"], json!([1, 10]));
    assert_eq!(hello["limits"]["sessions"], 8);
    assert!(hello["algorithms"].as_array().unwrap().len() >= 8);
}

#[tokio::test]
async fn every_game_opens_plays_and_goes_back() {
    let mut client = connected().await;
    for entry in secateur_games::GAMES {
        for position in [None, Some(entry.example)] {
            let new = json!({"do": "new", "game": entry.name, "position": position, "seed": 1});
            let mut state = client.ask(new).await.unwrap();
            let session = state["session"].clone();
            if state["turn"] == "chance" {
                state = client.ask(json!({"do": "roll", "session": session})).await.unwrap();
            }
            while state["turn"] == "chance" {
                state = client.ask(json!({"do": "roll", "session": session})).await.unwrap();
            }
            let action = state["actions"][0].clone();
            let play = json!({"do": "play", "session": session, "action": action});
            let after = client.ask(play).await.unwrap();
            assert_eq!(after["history"].as_array().unwrap().last(), Some(&action));
            let back = client.ask(json!({"do": "undo", "session": session})).await.unwrap();
            assert_eq!(back["position"], state["position"]);
            client.ask(json!({"do": "close", "session": session})).await.unwrap();
        }
    }
}

#[tokio::test]
async fn the_engine_never_loses_at_its_best() {
    let mut client = connected().await;
    let session = client.open("tic-tac-toe").await;
    let mut moves = 0;
    loop {
        let search = json!({"do": "search", "session": session, "level": 9, "play": true});
        let found = client.ask(search).await.unwrap();
        moves += 1;
        assert_eq!(found["variations"][0]["value"], 0, "a draw all along");
        if found["state"]["over"] == true {
            break assert_eq!(found["state"]["value"]["value"], 0);
        }
    }
    assert_eq!(moves, 9);
}

#[tokio::test]
async fn evaluation_streams_by_depth_and_ranks_every_move() {
    let mut client = connected().await;
    let session = client.open("connect-four").await;
    let id = client.send(json!({"do": "evaluate", "session": session, "depth": 6})).await;
    let (done, progress) = client.answer(id).await;
    let depths: Vec<_> = progress.iter().map(|p| p["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    let variations = done.unwrap()["variations"].as_array().unwrap().clone();
    assert_eq!(variations.len(), 7);
    let values: Vec<_> = variations.iter().map(|v| v["value"].as_i64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(variations[0]["pv"][0], variations[0]["action"]);
}

#[tokio::test]
async fn searches_stop_when_told_the_waiting_ones_too() {
    let mut client = connected().await;
    let session = client.open("tic-tac-toe:m=6,n=6,k=5").await;
    let evaluate = json!({"do": "evaluate", "session": session, "time_ms": 50_000});
    let first = client.send(evaluate.clone()).await;
    let second = client.send(evaluate).await;
    let started = std::time::Instant::now();
    loop {
        let message = client.next().await.unwrap();
        if message["progress"]["depth"] == 2 {
            break;
        }
    }
    client.ask(json!({"do": "stop", "session": session})).await.unwrap();
    let (done, _) = client.answer(first).await;
    assert!(done.unwrap()["depth"].as_u64().unwrap() >= 2);
    assert!(client.answer(second).await.0.unwrap_err().contains("stopped"));
    assert!(started.elapsed().as_secs() < 20);
    let state = client.ask(json!({"do": "state", "session": session})).await.unwrap();
    assert_eq!(state["over"], false);
}

#[tokio::test]
async fn the_same_seed_gives_the_same_game() {
    async fn game(client: &mut Client) -> Value {
        let new = json!({"do": "new", "game": "2048", "seed": 5});
        let mut state = client.ask(new).await.unwrap();
        let session = state["session"].clone();
        for _ in 0..20 {
            state = if state["turn"] == "chance" {
                client.ask(json!({"do": "roll", "session": session})).await.unwrap()
            } else {
                let search = json!({"do": "search", "session": session, "level": 2, "play": true,
                    "mistakes": 50});
                client.ask(search).await.unwrap()["state"].clone()
            };
        }
        state["history"].clone()
    }
    let mut client = connected().await;
    assert_eq!(game(&mut client).await, game(&mut client).await);
}

#[tokio::test]
async fn a_search_is_recorded_under_every_convention() {
    let mut client = connected().await;
    let new = json!({"do": "new", "game": "tree", "position": "2 2 1 2 1 4"});
    let session = client.ask(new).await.unwrap()["session"].clone();
    for (cut, visited) in [(">=", 6), (">", 7)] {
        let record = json!({"do": "record", "session": session, "cut": cut, "unvisited": 10});
        let recording = client.ask(record).await.unwrap();
        assert_eq!(recording["visited"], visited);
        assert_eq!(recording["nodes"].as_array().unwrap().len(), visited);
        assert_eq!(recording["unvisited"].as_array().unwrap().len(), 7 - visited);
        assert!(recording["steps"][0]["fr"].as_str().unwrap().starts_with("Nœud 1"));
    }
    for (more, mend) in [
        (json!({"cut": "="}), "'>=' or '>'"),
        (json!({"nodes": 1_000_000}), "are at most"),
        (json!({"algorithm": "magic"}), "no 'magic'"),
        (json!({"algorithm": "minimax", "deep": false}), "conventions: alpha-beta"),
    ] {
        let mut record = json!({"do": "record", "session": session});
        record.as_object_mut().unwrap().append(more.clone().as_object_mut().unwrap());
        let error = client.ask(record).await.unwrap_err();
        assert!(error.contains(mend), "{more}: {error}");
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_said_in_a_line() {
    let mut client = connected().await;
    let session = client.open("tic-tac-toe").await;
    let over = json!({"do": "new", "game": "tic-tac-toe", "position": "XXX/OO./..."});
    let over = client.ask(over).await.unwrap()["session"].clone();
    for (request, mend) in [
        (json!({"do": "new", "game": "chess"}), "there is no game 'chess'"),
        (json!({"do": "new", "game": "tic-tac-toe:m=99"}), "from 1 to 64"),
        (json!({"do": "new", "game": "tic-tac-toe", "position": "XX"}), ""),
        (json!({"do": "new", "game": "tic-tac-toe", "moves": ["1,1", "1,1"]}), "move 2: "),
        (json!({"do": "play", "session": session, "action": "9,9"}), "not on the board"),
        (json!({"do": "undo", "session": session}), "nothing to take back"),
        (json!({"do": "roll", "session": session}), "chance is not to move"),
        (json!({"do": "search", "session": over}), "no action to choose"),
        (json!({"do": "evaluate", "session": over}), "no action to choose"),
        (json!({"do": "search", "session": session, "level": 11}), "from 1 to 10"),
        (json!({"do": "search", "session": session, "time_ms": 9_000_000}), "at most 60000"),
        (json!({"do": "search", "session": session, "algorithm": "magic"}), "no 'magic'"),
        (json!({"do": "state", "session": 99}), "there is no session 99"),
        (json!({"do": "stop", "session": 99}), "there is no session 99"),
    ] {
        let error = client.ask(request.clone()).await.unwrap_err();
        assert!(error.contains(mend) && !error.contains('\n'), "{request}: {error}");
    }
}

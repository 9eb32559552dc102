//! The page, embedded: no request reaches the file system.

use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// A file of the page.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match PAGE.get_file(path) {
        Some(file) => ([(CONTENT_TYPE, content_type(path))], file.contents()).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(dir: &Dir) -> usize {
        let files: usize = dir.files().map(|file| file.contents().len()).sum();
        files + dir.dirs().map(weight).sum::<usize>()
    }

    #[test]
    fn the_page_is_light() {
        let weight = weight(&PAGE);
        assert!(weight > 10_000 && weight < 500_000, "{weight} bytes");
    }

    #[test]
    fn every_file_has_a_type() {
        fn check(dir: &Dir) {
            for file in dir.files() {
                let path = file.path().to_str().unwrap();
                assert_ne!(content_type(path), "application/octet-stream", "{path}");
            }
            dir.dirs().for_each(check);
        }
        check(&PAGE);
    }
}

# Generated from the route table by `npm run build`: varnishd -a :8080 -f "$PWD/agent-cost.vcl"
vcl 4.1;
import std;

backend default {
  .host = "127.0.0.1";
  .port = "8787";
  .connect_timeout = 1s;
  .first_byte_timeout = 3s;
  .between_bytes_timeout = 3s;
}

sub vcl_recv {
  if (req.url ~ "^/(?:healthz|metrics)(?:[?]|$)") {
    return (synth(404)); # for operators, not for callers
  }
  # The answer to a request with a key is for its holder only, and only a runtime can check the key.
  if (@KEYED@) {
    return (pass);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    # Refused here: a runtime that closes halfway through a long body would look like a failed one.
    if (std.integer(req.http.Content-Length, 0) > @MAX_BODY@) {
      return (synth(413));
    }
    return (pass);
  }
}

sub vcl_backend_response {
  # Kept past its lifetime, so that it is revalidated by its tag and not fetched whole.
  if (beresp.ttl > 0s) {
    set beresp.keep = 1d;
  }
}

sub vcl_synth {
@FIELDS@
  if (resp.status == 404) {
    set resp.body = @BODY_404@;
  } else if (resp.status == 413) {
    set resp.body = @BODY_413@;
  } else if (resp.status < 500) {
    set resp.status = 400;
    set resp.body = @BODY_400@;
  } else {
    set resp.status = 503;
    set resp.body = @BODY_503@;
  }
  return (deliver);
}

sub vcl_backend_error {
@BACKEND_FIELDS@
  set beresp.status = 503;
  set beresp.body = @BODY_503@;
  set beresp.ttl = 0s;
  set beresp.uncacheable = true;
  return (deliver);
}

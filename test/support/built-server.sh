# For scripts that play against the built server; sourced in the root of the checkout. It gives them
# a folder, $work, which goes with the script, and so does the server that `serve_built` starts.

work=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT

# Starts the built server with these flags besides its own and sets $url; fails if it ends instead.
serve_built() {
  npm run --silent build
  : >"$work/server.log"
  node bin/backchannel serve "$@" --db :memory: --log-level warn >"$work/server.log" 2>&1 &
  server=$!
  # Until it ends or says where it is; what hangs is ended after ten minutes.
  for _ in $(seq 6000); do
    url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$work/server.log" | head -n 1 || true)
    if [ -n "$url" ]; then return 0; fi
    kill -0 "$server" 2>/dev/null || return 1
    sleep 0.1
  done
  return 1
}

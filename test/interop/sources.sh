# Sources that no package index has, at pinned commits, into $work; sourced by scripts that have it.

# The environments of the OpenEnv repository, from a checkout that OPENENV_SOURCE names or from
# GitHub.
openenv_source() {
  source_at OpenEnv "${OPENENV_SOURCE:-}" https://github.com/meta-pytorch/OpenEnv \
    685de411e5f77286b0fd94798d42c4467cf8a1bc envs
}

# TRL's examples, from a checkout that TRL_SOURCE names or from GitHub.
trl_source() {
  source_at trl "${TRL_SOURCE:-}" https://github.com/huggingface/trl \
    f2cd57710ae345ea6428ae95363267fcf38a3dc8 examples/scripts/openenv
}

source_at() {
  local name=$1 here=$2 url=$3 commit=$4 folder=$5
  if [ -n "$here" ]; then
    ln -sfn "$(cd "$here" && pwd)" "$work/$name"
    return
  fi
  git init --quiet "$work/$name"
  git -C "$work/$name" fetch --quiet --depth 1 --filter=blob:none "$url" "$commit"
  git -C "$work/$name" sparse-checkout set "$folder"
  git -C "$work/$name" checkout --quiet FETCH_HEAD
}

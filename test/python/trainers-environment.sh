# Installs verl and TRL from the package index (some gigabytes, kept under var/trainers) and leaves
# the folder of their Python in `environment`; to be sourced in the project's folder.
# BACKCHANNEL_TRAINERS_VENV names one that has them already.

# Trainers import some ten thousand files: compiled once, a start takes seconds, not half a minute.
unset PYTHONDONTWRITEBYTECODE
environment=${BACKCHANNEL_TRAINERS_VENV:-$PWD/var/trainers}
if [ ! -x "$environment/bin/python" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check uv
fi
if [ -z "${BACKCHANNEL_TRAINERS_VENV:-}" ]; then
  "$environment/bin/uv" pip install --quiet --compile-bytecode \
    --python "$environment/bin/python" -r src/train-bridge/python/tests/trainers/requirements.txt
fi

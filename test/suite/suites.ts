/** A check or tool that `npm test` leaves out. */
export interface Suite {
  /** What it does, for the list. */
  readonly description: string
  /** A program of the packages, `bash` or `tsx`, with its arguments. Those of the call follow. */
  readonly command: readonly string[]
  /** Whether it uses the built server. */
  readonly needsBuild?: true
}

const vitest = (folder: string): readonly string[] => [
  'vitest',
  'run',
  '--config',
  `test/${folder}/vitest.config.ts`,
]

const trainers = (...names: string[]): readonly string[] => [
  'bash',
  'test/python/trainers.sh',
  ...names.map((name) => `tests/trainers/test_${name}.py`),
]

/** All suites, by the name that `npm run suite NAME` takes. */
export const SUITES: Readonly<Record<string, Suite>> = {
  long: {
    description: 'tests that play, generate or attack for many seconds (test/long/files.ts)',
    command: vitest('long'),
    needsBuild: true,
  },
  console: {
    description: 'the console in Chromium (apt-get install chromium, or its path in CHROMIUM)',
    command: vitest('console'),
    needsBuild: true,
  },
  gateway: {
    description: 'the model gateway on real servers that are killed',
    command: vitest('gateway'),
    needsBuild: true,
  },
  'gateway-clients': {
    description: 'clients and agent frameworks in pinned versions, through the model gateway',
    command: ['bash', 'test/gateway/clients/run.sh'],
  },
  'gateway-model': {
    description: 'training segments of a real language model behind the gateway (torch on the CPU)',
    command: ['bash', 'test/gateway/small-model/run.sh'],
  },
  package: {
    description: 'the packed package, used from an empty project',
    command: ['bash', 'test/package/run.sh'],
  },
  node24: {
    description: 'logs of one Node version replay on another',
    command: ['bash', 'test/cross-node.sh'],
  },
  http: {
    description: 'schemathesis, which knows only openapi.yaml, against a built server',
    command: ['bash', 'test/openapi/run.sh'],
  },
  fuzz: {
    description: 'random calls of one environment (--seed 1 --seconds 60)',
    command: ['tsx', 'test/fuzz/run.ts'],
  },
  soak: {
    description: 'kills, locks, fills and floods real servers (--smoke for two minutes of it)',
    command: ['tsx', 'test/soak/run.ts'],
    needsBuild: true,
  },
  hostile: {
    description: 'one hostile token while another client plays (--smoke for 20 seconds, --list)',
    command: ['tsx', 'test/hostile/run.ts'],
    needsBuild: true,
  },
  postgres: {
    description: 'stores on a PostgreSQL server of its own (its programs in POSTGRES_BIN)',
    command: vitest('postgres'),
  },
  replicas: {
    description:
      'kills and pauses servers on one database (--faults 30 --pause-seconds 60, --canary)',
    command: ['tsx', 'test/postgres/faults/run.ts'],
    needsBuild: true,
  },
  rolling: {
    description: 'restarts such servers in turn while the trainers of TRL play (--canary)',
    command: ['bash', 'test/postgres/rolling/run.sh'],
  },
  python: {
    description: "the README's Python example, and the Python package: types, style, tests",
    command: ['bash', 'test/python/run.sh'],
  },
  install: {
    description: 'the wheel of the Python package in an empty environment, and its extras',
    command: ['bash', 'test/python/install.sh'],
    needsBuild: true,
  },
  constraints: {
    description: 'writes the pinned versions of the extras',
    command: ['bash', 'test/python/constraints.sh'],
  },
  verl: {
    description: 'training with verl on the CPU (gigabytes)',
    command: trainers(
      ...['tokens', 'verl', 'verl_log', 'verl_train', 'merge', 'clean_loss', 'gateway_trainers'],
      ...['gateway_verl_train', 'retention'],
    ),
  },
  gradients: {
    description:
      'gradients of verl and TRL against a reference, by one process and two (gigabytes)',
    command: trainers('gradients'),
  },
  optimum: {
    description:
      'a task whose best policy is known, learned by verl and TRL on ten seeds (gigabytes)',
    command: trainers('optimum'),
  },
  ray: {
    description: 'training jobs on Ray (gigabytes)',
    command: trainers('plans', 'ray'),
  },
  trl: {
    description: 'training with TRL on the CPU (gigabytes)',
    command: trainers(
      ...['ends', 'clean_loss', 'branches', 'outage', 'lost', 'data', 'trl', 'trl_rollouts'],
      ...['cut_rollouts', 'trl_train', 'gather_parameters', 'tracking', 'pipeline'],
    ),
  },
  lm: {
    description: 'the language model of experiments/language-model',
    command: trainers('language_model'),
  },
  pretrained: {
    description: 'every piece of experiments/pretrained, with a random model on the CPU',
    command: trainers('pretrained'),
  },
  gpu: {
    description: 'training on a GPU',
    command: ['bash', 'test/python/gpu.sh'],
    needsBuild: true,
  },
  interop: {
    description: 'clients of other protocols in pinned versions (gigabytes; --write for the table)',
    command: ['bash', 'test/interop/run.sh'],
  },
  dialects: {
    description: "our reading of tool calls against chat templates and vLLM's parsers",
    command: ['bash', 'test/python/dialects.sh'],
  },
  counts: {
    description: 'files, lines, exports, import cycles and members of the contract (--root OTHER)',
    command: ['tsx', 'test/counts/run.ts'],
  },
  answers: {
    description: 'generated math answers, worked out again with sympy (2,000, or the number given)',
    command: ['bash', 'test/python/answers.sh'],
  },
  grading: {
    description: 'the grader against math-verify; differences are judged in judged.json',
    command: ['bash', 'test/python/grading.sh'],
    needsBuild: true,
  },
  'q-problems': {
    description: 'wrong programs against the hidden tests of all q problems (ID..., --from=SEED)',
    command: ['tsx', 'test/q-problems/run.ts'],
  },
  'q-programs': {
    description: 'public q programs through the interpreter',
    command: ['tsx', 'test/q-programs/run.ts'],
  },
  'q-humaneval': {
    description: 'the solutions of Q-HumanEval through the interpreter',
    command: ['tsx', 'test/q-humaneval/run.ts'],
  },
  'q-coverage': {
    description: 'writes which verbs and keywords of q are tested',
    command: ['tsx', 'test/q-code/write-coverage.ts'],
  },
}

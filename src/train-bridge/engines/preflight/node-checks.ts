import { playsEpisodes, type RunConfig } from '../config.ts'
import { type Check, type CheckCode, failedCheck, fine } from './check.ts'
import type { MachineProbe, ProbedNode } from './probe.ts'
import type { Trouble } from './row-facts.ts'
import { templateTrouble } from './template.ts'
import { listRequirements, PYTHON, versionTrouble } from './versions.ts'

/** A check of one machine: the problem, or a short text if all is well. */
type Look = (node: ProbedNode) => Trouble | string

/** Checks all machines. Returns the first problem, with the machine's name if there are several. */
export function everywhere(
  code: CheckCode,
  what: string,
  nodes: readonly ProbedNode[],
  look: Look,
): Check {
  const isSeveral = nodes.length > 1
  let firstValue = ''
  for (const node of nodes) {
    const result = look(node)
    if (typeof result !== 'string') {
      const [message, remedy] = result
      return failedCheck(code, what, [isSeveral ? `on ${node.name}: ${message}` : message, remedy])
    }
    firstValue = firstValue === '' ? result : firstValue
  }
  return fine(code, what, isSeveral ? `${firstValue}, on ${nodes.length} nodes` : firstValue)
}

/** The machines that a run could train on. TRL needs one with all of its GPUs; verl takes all. */
export function nodesFor({ engine, launch, hardware }: RunConfig, { nodes }: MachineProbe) {
  if (engine === 'verl' || launch.kind === 'process' || hardware.cpu) return nodes
  const able = nodes.filter(({ gpus }) => gpus >= hardware.gpus_per_node)
  return able.length === 0 ? nodes : able
}

/** Checks packages, connection to the server, disk and GPUs of the training machines. */
export function machineChecks(config: RunConfig, probe: MachineProbe): Check[] {
  const { server, launch } = config
  const nodes = nodesFor(config, probe)
  const checks = listRequirements(config).map((requirement) =>
    everywhere('preflight/package', `package ${requirement.name}`, nodes, ({ packages }) => {
      const installed = packages[requirement.name]
      return versionTrouble(requirement, installed) ?? installed ?? 'not installed, and not needed'
    }),
  )
  checks.push(
    everywhere('preflight/package', 'packages together', nodes, ({ conflicts }) => {
      return conflictTrouble(config, conflicts) ?? 'their versions are compatible'
    }),
  )
  checks.push(
    everywhere('preflight/python', 'Python', nodes, ({ python }) => {
      return pythonTrouble(python) ?? python
    }),
  )
  if (server !== undefined && playsEpisodes(config)) {
    const what = 'the server, from the workers'
    checks.push(
      everywhere('preflight/server', what, nodes, (node) => {
        return serverTrouble(server, node) ?? server.url
      }),
    )
  }
  if (nodes.some((node) => node.has_model !== undefined)) {
    const remedy = 'Change model, or let the run that makes it end; it needs a config.json.'
    checks.push(
      everywhere('preflight/model', 'model', nodes, (node) =>
        node.has_model === true ? config.model : [`there is no model in ${config.model}`, remedy],
      ),
    )
  }
  if (nodes.some((node) => node.template !== undefined)) {
    checks.push(
      everywhere('preflight/chat_template', 'chat template', nodes, ({ template }) => {
        return templateTrouble(template)
      }),
    )
  }
  checks.push(
    everywhere('preflight/disk', 'disk', nodes, ({ free_gib: free }) => {
      const words = `${free.toFixed(1)} GiB free for output`
      const remedy = 'Free some, choose another output, or lower launch.disk_gib_min.'
      const { disk_gib_min: minimumGib } = launch
      return free < minimumGib ? [`only ${words}, less than ${minimumGib}`, remedy] : words
    }),
  )
  return [...checks, ...gpuChecks(config, probe)]
}

function pythonTrouble(installed: string): Trouble | undefined {
  const trouble = versionTrouble(PYTHON, installed)
  if (trouble === undefined) return undefined
  return [trouble[0], 'Make the environment of launch.python with another: uv venv --python 3.12.']
}

/** The problem if packages require other versions of each other than those installed. */
function conflictTrouble(
  { engine }: RunConfig,
  conflicts: ProbedNode['conflicts'],
): Trouble | undefined {
  const [first] = conflicts
  if (first === undefined) return undefined
  const { package: name, wants, installed } = first
  const file = `src/train-bridge/python/constraints/${engine}.txt`
  return [
    `${name} wants ${wants}, and ${installed} is installed`,
    `Install them together in an environment of their own, with -c ${file}.`,
  ]
}

function serverTrouble(
  { url, token_env: variable }: NonNullable<RunConfig['server']>,
  { server }: ProbedNode,
): Trouble | undefined {
  const { status, error } = server ?? { status: 0, error: 'it was not asked' }
  if (status === 200) return undefined
  if (status === 401 || status === 403) {
    return [`${url} refused the token (${status})`, `Set ${variable} to a token of the server.`]
  }
  const reason = status === 0 ? (error ?? 'no answer') : `status ${status}`
  return [
    `${url} is not reached from where the run trains: ${reason}`,
    'Set server.url to an address that the workers reach, and serve with --host 0.0.0.0 and a ' +
      'token.',
  ]
}

const GPUS = 'preflight/gpus'

function gpuChecks(
  { hardware, launch }: RunConfig,
  { nodes, cluster_error }: MachineProbe,
): Check[] {
  const what = 'GPUs'
  if (cluster_error !== null) {
    const remedy =
      'Set launch.python to the Python that the cluster was started with, ray installed.'
    const message = `its nodes did not answer: ${cluster_error}`
    return [failedCheck('preflight/cluster', 'the cluster', [message, remedy])]
  }
  if (hardware.cpu) return []
  const { gpus_per_node: gpusPerNode, nodes: count } = hardware
  if (launch.kind === 'process') {
    const message = `this machine has ${nodes[0]?.gpus ?? 0} GPUs, and the run needs ${gpusPerNode}`
    const remedy = 'Lower hardware.gpus_per_node, or start the run on a machine that has them.'
    const isShort = (nodes[0]?.gpus ?? 0) < gpusPerNode
    return [isShort ? failedCheck(GPUS, what, [message, remedy]) : fine(GPUS, what, message)]
  }
  const able = nodes.filter(({ gpus }) => gpus >= gpusPerNode)
  const gpuCounts = nodes.map(({ name, gpus }) => `${name} ${gpus}`).join(', ')
  const nodesText = count === 1 ? '1 node' : `${count} nodes`
  const message =
    `the run needs ${nodesText} with ${gpusPerNode} GPUs each; ` + `the cluster has ${gpuCounts}`
  const remedy = 'Lower hardware.nodes or hardware.gpus_per_node, or add nodes ("ray status").'
  return [
    able.length < count ? failedCheck(GPUS, what, [message, remedy]) : fine(GPUS, what, message),
  ]
}

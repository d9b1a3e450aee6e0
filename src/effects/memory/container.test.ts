// Guards that the memory limit of a container is found, however its control groups are laid out.
import { expect, it } from 'vitest'
import { memoryLimit } from './container.ts'

const GIGABYTE = 2 ** 30
const MACHINE = 64 * GIGABYTE

const limitWith = (files: Readonly<Record<string, string>>): number =>
  memoryLimit((path) => files[path], MACHINE) / GIGABYTE

const two = `${2 * GIGABYTE}\n`
const three = `${3 * GIGABYTE}\n`

it.each([
  ['no control groups', {}, 64],
  [
    'version 2, in a container of its own name space',
    {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': two,
    },
    2,
  ],
  [
    'version 2, without a limit',
    {
      '/proc/self/cgroup': '0::/user.slice\n',
      '/sys/fs/cgroup/user.slice/memory.max': 'max\n',
    },
    64,
  ],
  [
    'version 2, with the limit on a group above',
    {
      '/proc/self/cgroup': '0::/kubepods/pod1/container\n',
      '/sys/fs/cgroup/kubepods/pod1/container/memory.max': 'max\n',
      '/sys/fs/cgroup/kubepods/pod1/memory.max': two,
      '/sys/fs/cgroup/kubepods/memory.max': three,
    },
    2,
  ],
  [
    'version 2, with a limit from which on it is slowed down',
    {
      '/proc/self/cgroup': '0::/a\n',
      '/sys/fs/cgroup/a/memory.max': three,
      '/sys/fs/cgroup/a/memory.high': two,
    },
    2,
  ],
  [
    'version 1, under the path of the group',
    {
      '/proc/self/cgroup': '9:cpu,cpuacct:/x\n4:memory:/docker/a:b\n0::/\n',
      '/sys/fs/cgroup/memory/docker/a:b/memory.limit_in_bytes': two,
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    },
    2,
  ],
  [
    'version 1, where the container sees the path of its host',
    {
      '/proc/self/cgroup': '4:memory:/docker/0123\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': two,
    },
    2,
  ],
  [
    'a limit above what the machine has',
    {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': `${100 * GIGABYTE}\n`,
    },
    64,
  ],
])('%s', (_, files, gigabytes) => {
  expect(limitWith(files)).toBe(gigabytes)
})

import type { Dialect } from './dialect.ts'
import { qwen3Xml } from './qwen3-xml.ts'

/** The syntax of Qwen3-Coder with a different template, which always opens a thought. */
export const nemotron3: Dialect = {
  families: 'Nemotron 3 Nano, Super and Ultra',
  grammar: 'that of qwen3_xml, after a thought that the prompt has opened',
  vllm: 'qwen3_coder',
  ends: qwen3Xml.ends,
  examples: [
    {
      text:
        'The desk knows.\n</think>\n<tool_call>\n<function=look_up>\n<parameter=query>\ndesk\n' +
        '</parameter>\n</function>\n</tool_call>\n',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'desk' } }],
    },
  ],
  read: qwen3Xml.read,
}

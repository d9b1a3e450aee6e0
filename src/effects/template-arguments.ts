/**
 * Arguments of a chat template that turn thinking on or off, if only the server knows the template.
 * Qwen3, Qwen3.5, GLM and Nemotron read `enable_thinking`, DeepSeek and Granite `thinking`; a
 * template ignores what it does not read.
 */
export const templateArguments = (
  thinking: boolean,
): Readonly<Record<'enable_thinking' | 'thinking', boolean>> => ({
  enable_thinking: thinking,
  thinking,
})

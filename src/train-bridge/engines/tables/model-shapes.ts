import type { ModelShape } from '../memory.ts'

const shape = (
  parameters_billion: number,
  layers: number,
  hidden: number,
  vocabulary: number,
  key_value_width: number,
): ModelShape => ({ parameters_billion, layers, hidden, vocabulary, key_value_width })

/** Sizes from the published `config.json` of each model, by the lower-case ending of its name. */
export const MODEL_SHAPES: Readonly<Record<string, ModelShape>> = {
  'qwen2.5-0.5b': shape(0.494, 24, 896, 151_936, 128),
  'qwen2.5-1.5b': shape(1.54, 28, 1_536, 151_936, 256),
  'qwen2.5-3b': shape(3.09, 36, 2_048, 151_936, 256),
  'qwen2.5-7b': shape(7.62, 28, 3_584, 152_064, 512),
  'qwen2.5-14b': shape(14.8, 48, 5_120, 152_064, 1_024),
  'qwen2.5-32b': shape(32.8, 64, 5_120, 152_064, 1_024),
  'qwen3-0.6b': shape(0.596, 28, 1_024, 151_936, 1_024),
  'qwen3-1.7b': shape(1.72, 28, 2_048, 151_936, 1_024),
  'qwen3-4b': shape(4.02, 36, 2_560, 151_936, 1_024),
  'qwen3-8b': shape(8.19, 36, 4_096, 151_936, 1_024),
  'qwen3-14b': shape(14.8, 40, 5_120, 151_936, 1_024),
  'qwen3-32b': shape(32.8, 64, 5_120, 151_936, 1_024),
}

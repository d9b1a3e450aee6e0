// Guards that secrets in the configuration of a run are hidden, and harmless settings are not.
import { expect, it } from 'vitest'
import { redactSettings } from './hidden-settings.ts'

const SECRETS = {
  ...{ api_key: 'secret', 'trainer.WANDB_API_KEY': 'plain', apiKey: 'x1', hf_token: 'words only' },
  ...{ password: 'hunter', client_secret: 'abc', tokens: 'a,b', encryption_key: 'k3y' },
  ...{ private_key: '-----BEGIN PRIVATE KEY-----', signing_key: 'a'.repeat(33) },
  ...{
    base_url: 'https://me:pass@host/v1',
    header: 'Bearer abc',
    note: 'use sk-aB3dE6gH9jK2mN5pQ8sT',
  },
  ...{ eos_token: 'hunter2' },
}
const HARMLESS = {
  ...{ prompt_key: 'prompt', 'data.reward_fn_key': 'data_source', key: 'question.text' },
  ...{ eos_token: '<|im_end|>', pad_token: '[PAD]', bos_token: '</s>', api_key_env: 'OPENAI_KEY' },
  ...{
    max_tokens: 512,
    model: 'Qwen/Qwen2.5-0.5B-Instruct-GPTQ-Int4',
    commit: '9ff68542'.repeat(5),
  },
  ...{ lr: 1e-5, run: 'lr-1e-5-batch-64-adam-seed-1', base_url: 'http://127.0.0.1:8000/v1' },
}

it('hides what is named like a secret or looks like one', () => {
  const { shown, hidden } = redactSettings(SECRETS)
  expect(hidden).toEqual(Object.keys(SECRETS).sort())
  expect(new Set(Object.values(shown))).toEqual(new Set(['***']))
})

it('shows names of columns, special tokens, models and commits', () => {
  const { shown, hidden } = redactSettings(HARMLESS)
  expect(hidden).toEqual([])
  expect(shown).toEqual(HARMLESS)
})

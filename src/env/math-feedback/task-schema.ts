import { z } from 'zod'
import { ANSWER_FORMS, ANSWER_KINDS, type MathTask } from '../../sim/math/problem.ts'
import { BASE_SHAPE } from '../task-data.ts'

const text = z.string().min(1)

const answerSchema = z.object({
  kind: z.enum(ANSWER_KINDS),
  // Older data lacks it; the form then follows from the right answer.
  form: z.enum(ANSWER_FORMS).optional(),
  gold: text,
  options: z.array(z.string()),
  aliases: z.array(z.string()),
})

/** A mathematics task as stored and shipped, including hidden facts. */
export const mathTaskSchema = z.object({
  ...BASE_SHAPE,
  dataset: text,
  question: text,
  answer: answerSchema,
  solution: z.string().nullable(),
  mistakes: z.array(z.object({ answer: text, mistake: text })),
  feedback_turns: z.int().min(0).max(32).optional(),
}) as unknown as z.ZodType<MathTask>

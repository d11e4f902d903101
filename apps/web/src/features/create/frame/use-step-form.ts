import { zodResolver } from '@hookform/resolvers/zod'
import type { DraftChanges } from '@platemark/api/studio'
import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { useDraftEditor } from '../draft-editor.tsx'
import { isSame } from '../editor/refusals.ts'
import type { StepId } from '../steps.ts'
import type { StepProblem } from './step-errors.tsx'
import { useTypedValues } from './typed-values.ts'

/** A field of a form: its label, and the path by which the API names it. */
export type FormField<Values extends FieldValues> = {
  name: Path<Values>
  label: string
  path: string
}

type StepFormOptions<Values extends FieldValues> = {
  step: StepId
  schema: z.ZodMiniType<Values, Values>
  /** Texts of the fields of the draft. */
  values: Values
  /** The fields of the form with these values. */
  fields(values: Values): readonly FormField<Values>[]
  /** The changes of all fields that are valid as they stand. */
  toChanges(values: Values): DraftChanges
}

/**
 * Returns the form of a step. What is valid is queued for saving as it is typed, what is
 * not stays in the form, also while another step is open. Refusals of the server stand
 * beside the field until it changes.
 */
export function useStepForm<Values extends FieldValues>({
  step,
  schema,
  values,
  fields: listFields,
  toChanges,
}: StepFormOptions<Values>) {
  const editor = useDraftEditor()
  const typed = useTypedValues<Values>(step, editor.revision)
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    // Safe: all values are there, which is one form of some of them.
    defaultValues: (typed.read() ?? values) as DefaultValues<Values>,
  })
  const [initial] = useState(values)
  const latest = useRef({ editor, toChanges, typed, values: initial })
  latest.current = { editor, toChanges, typed, values: initial }
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: now }) => {
          const { editor, toChanges, typed, values } = latest.current
          // Called for other reasons too; opening a step changes nothing.
          if (isSame(now, typed.read() ?? values)) return
          typed.write(now)
          const changes = keepChanged(toChanges(now), editor.fields)
          if (Object.keys(changes).length > 0) editor.change(changes)
        },
      }),
    [form],
  )
  // Errors of an earlier visit of the step are shown again at once.
  useEffect(() => {
    if (latest.current.typed.read()) void form.trigger()
  }, [form])

  const { errors } = form.formState
  const fields = listFields(form.watch())
  const errorOf = (name: Path<Values>): string | undefined => {
    const path = fields.find((field) => field.name === name)?.path
    return messageOf(errors, name) ?? (path && editor.refused[path]?.[0])
  }
  const problems: StepProblem[] = fields.flatMap(({ name, label }) => {
    const sentence = errorOf(name)
    return sentence ? [{ id: toId(name), label, sentence }] : []
  })
  return {
    form,
    errorOf,
    problems,
    /** Returns the props of an input. */
    inputOf: (name: Path<Values>) => ({
      ...form.register(name),
      id: toId(name),
      error: errorOf(name),
    }),
    /** Checks everything and stores it; resolves to whether the step can be left. */
    async submit(): Promise<boolean> {
      if (!(await form.trigger())) return false
      await editor.flush()
      return latest.current.editor.refusedIn(fields.map(({ path }) => path)) === 0
    },
  }
}

/** Returns the id of the input of a field. */
export function toId(name: string): string {
  return `f-${name.replaceAll('.', '-')}`
}

/** Returns the message of a field, or of a rule over all parts of it. */
function messageOf(errors: FieldErrors, name: string): string | undefined {
  // Safe: react-hook-form stores an error, or those of the parts, at the path of a field.
  const found = get(errors, name) as
    | { message?: unknown; root?: { message?: unknown } }
    | undefined
  const message = found?.message ?? found?.root?.message
  return typeof message === 'string' ? message : undefined
}

/** Leaves out the changes that the draft has already. */
function keepChanged(changes: DraftChanges, now: object): DraftChanges {
  // Safe: both are keyed by the fields of a draft.
  const known = now as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !isSame(value, known[name])),
  )
}

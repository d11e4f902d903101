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
import { keepInvalid } from './keep-invalid.ts'
import type { StepProblem } from './step-errors.tsx'
import { type Typed, useTypedValues } from './typed-values.ts'

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
  const typed = useTypedValues<Values>(step)
  const [{ opened, isTyped }] = useState(() =>
    openStep(typed.read(), { schema, stored: values, revision: editor.revision }),
  )
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    // Safe: all values are there, which is one form of some of them.
    defaultValues: opened.values as DefaultValues<Values>,
  })
  const now = useRef(opened)
  const latest = useRef({ editor, toChanges, typed, recheck: () => undefined as unknown })
  useEffect(() => {
    now.current = { ...now.current, stored: values }
    if (typed.read()) typed.write(now.current)
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { editor, toChanges, typed, recheck } = latest.current
          // Called for other reasons too; opening a step changes nothing.
          if (isSame(values, now.current.values)) return
          now.current = { ...now.current, values }
          typed.write(now.current)
          const changes = keepChanged(toChanges(values), editor.fields)
          if (Object.keys(changes).length > 0) editor.change(changes)
          recheck()
        },
      }),
    [form],
  )
  // Errors of an earlier visit of the step are shown again at once.
  useEffect(() => {
    if (isTyped) void form.trigger()
  }, [form, isTyped])

  const { errors } = form.formState
  const fields = listFields(form.watch())
  const wrong = fields.flatMap(({ name }) => (messageOf(errors, name) ? [name] : []))
  // Another field may take away what a rule over several of them found.
  const recheck = () => wrong.length > 0 && void form.trigger(wrong)
  latest.current = { editor, toChanges, typed, recheck }
  const errorOf = (name: Path<Values>): string | undefined => {
    const path = fields.find((field) => field.name === name)?.path
    const message = messageOf(errors, name)
    const other = now.current.elsewhere[name]
    if (message && other !== undefined) {
      return `${message} Saved elsewhere: ${other === '' ? 'nothing' : `“${other}”`}.`
    }
    return message ?? (path && editor.refused[path]?.[0])
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

/**
 * Returns what a step begins with, and whether that was typed on an earlier visit. Once the draft
 * has another version, only what is stored nowhere is kept of it.
 */
function openStep<Values extends FieldValues>(
  typed: Typed<Values> | undefined,
  {
    schema,
    stored,
    revision,
  }: { schema: z.ZodMiniType<Values, Values>; stored: Values; revision: number },
): { opened: Typed<Values>; isTyped: boolean } {
  if (typed?.revision === revision) {
    return { opened: { ...typed, stored }, isTyped: true }
  }
  const kept = typed && keepInvalid(schema, typed, stored)
  const opened = { ...{ revision, stored, values: stored, elsewhere: {} }, ...kept }
  return { opened, isTyped: !isSame(opened.values, stored) }
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

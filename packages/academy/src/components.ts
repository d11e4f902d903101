/** A component that an article may use: which attributes it has, and where it may stand. */
type ComponentRule = {
  required: readonly string[]
  optional?: readonly string[]
  /** The component around it. */
  inside?: string
}

/** Every component of an article; attributes are plain texts. */
export const components: Record<string, ComponentRule> = {
  Callout: { required: ['kind'] },
  Steps: { required: [] },
  Step: { required: ['title'], inside: 'Steps' },
  Term: { required: ['id'] },
  Figure: { required: ['src', 'alt', 'caption'] },
  Tabs: { required: [] },
  Tab: { required: ['label'], inside: 'Tabs' },
  TryIt: { required: ['to', 'label'] },
  Address: { required: ['value'] },
  Checklist: { required: [] },
}

/** Values of `kind` of a callout. */
export const calloutKinds = ['note', 'tip', 'warning', 'danger']

/** Languages of code blocks, by the name after the three backticks. */
export const codeLanguages = ['text', 'csv', 'json', 'sh']

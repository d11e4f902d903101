import { Segmented } from '../../ui/segmented.tsx'

export type PreviewView = 'card' | 'page'

type PreviewHeadProps = { view: PreviewView; onChange: (view: PreviewView) => void }

/** Heading of a preview, with the choice between card and page. */
export function PreviewHead({ view, onChange }: PreviewHeadProps) {
  return (
    <div className="between preview-head">
      <h2 className="h3">Preview</h2>
      <Segmented
        label="Preview of"
        isSmall
        value={view}
        onChange={onChange}
        segments={[
          { value: 'card', label: 'Card' },
          { value: 'page', label: 'Page' },
        ]}
      />
    </div>
  )
}

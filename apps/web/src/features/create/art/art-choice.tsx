import type { Draft } from '@platemark/api/studio'

type ArtKind = Draft['fields']['art']

const kinds: { value: ArtKind; title: string; text: string }[] = [
  {
    value: 'one',
    title: 'One image or video for every item',
    text: 'An edition: all items look the same.',
  },
  {
    value: 'set',
    title: 'A set of images',
    text: 'Up to 10,000, each item its own. Folder or ZIP with CSV or JSON.',
  },
]

type ArtChoiceProps = { value: ArtKind; onChange(kind: ArtKind): void }

/** The choice of what each token shows. */
export function ArtChoice({ value, onChange }: ArtChoiceProps) {
  return (
    <fieldset className="two">
      <legend className="hide">What each item shows</legend>
      {kinds.map((kind) => (
        <label className="choice" key={kind.value}>
          <input
            type="radio"
            name="art"
            checked={value === kind.value}
            onChange={() => onChange(kind.value)}
          />
          <b>{kind.title}</b>
          <small>{kind.text}</small>
        </label>
      ))}
    </fieldset>
  )
}

import { useDraftEditor } from '../../draft-editor.tsx'

const choices = [
  {
    value: 'at_mint',
    title: 'Shown at mint',
    text: 'An item shows its work once it is minted, so rare ones cannot be picked.',
  },
  {
    value: 'at_once',
    title: 'Shown at once',
    text: 'Everyone can see every work before the mint, including the rare ones.',
  },
  {
    value: 'at_reveal',
    title: 'Hidden until I reveal it',
    text: 'Items show the picture of the collection until you reveal all of them. A secret shuffles the works, and the order is fixed before the first mint. You make the reveal file under Review and have to keep it.',
  },
] as const

/** When the works of a set are shown. */
export function ShownChoice() {
  const { fields, change } = useDraftEditor()
  return (
    <fieldset className="choice-list">
      <legend className="h3">When the works are shown</legend>
      {choices.map(({ value, title, text }) => (
        <label className="choice" key={value}>
          <input
            type="radio"
            name="shown"
            checked={fields.shown === value}
            onChange={() => change({ shown: value })}
          />
          <b>{title}</b>
          <small>{text}</small>
        </label>
      ))}
    </fieldset>
  )
}

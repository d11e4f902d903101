/** Most characters that are shown and named. */
const MAX_SHOWN = 64
const MAX_NAMED = 5

/**
 * The raw text of an impossible name: everything but plain characters as its code point, so that no
 * look-alike and no direction mark can pass for something else.
 */
export function RawName({ text }: { text: string }) {
  const characters = [...text].slice(0, MAX_SHOWN)
  const foreign = [...new Set(characters.filter((one) => !isPlain(one)))]
  return (
    <div className="raw-name">
      <code translate="no">
        {characters.map((one, place) =>
          isPlain(one) ? (
            one
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the characters never move.
            <mark key={place}>{`\\u{${toCode(one).toLowerCase()}}`}</mark>
          ),
        )}
      </code>
      {foreign.length > 0 && (
        <span className="muted">
          {foreign
            .slice(0, MAX_NAMED)
            .map((one) => `U+${toCode(one).toUpperCase().padStart(4, '0')}${quote(one)}`)
            .join(', ')}
        </span>
      )}
    </div>
  )
}

function isPlain(character: string): boolean {
  return /^[\x20-\x7e]$/.test(character)
}

function toCode(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16)
}

/** Quotes what can be seen: no marks, controls or spaces. */
function quote(character: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? ` “${character}”` : ''
}

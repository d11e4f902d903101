import { useSlashKey } from '../../../lib/use-slash-key.ts'
import { useUrlText } from '../../../lib/use-url-text.ts'

/**
 * Returns the text of a search field `input`, also reached by the slash key; `onSettle` gets it after
 * a pause in typing. `shown` is what the URL holds.
 */
export function useQueryText(shown: string, onSettle: (text: string) => void) {
  const typing = useUrlText({ shown, toValue: (text) => text.trim(), onSettle })
  useSlashKey(() => typing.input.current?.focus(), true)
  return typing
}

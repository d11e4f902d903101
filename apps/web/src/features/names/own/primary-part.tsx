import { lazyPart } from '../../../ui/lazy-part.tsx'

/** `PrimaryPicker`, loaded once a user is known. */
export const PrimaryPart = lazyPart(
  async () => (await import('./primary-picker.tsx')).PrimaryPicker,
)

type FullNameProps = { name: string; suffix: string }

/** A name with its suffix, which is quieter. */
export function FullName({ name, suffix }: FullNameProps) {
  return (
    <span translate="no">
      {name}
      <wbr />
      <span className="suffix">.{suffix}</span>
    </span>
  )
}

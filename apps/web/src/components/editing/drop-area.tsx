import { type DragEvent, type ReactNode, useState } from 'react'

type DropAreaProps = {
  /** Takes what was dropped; its items are gone after the first wait. */
  onDrop(transfer: DataTransfer): void
  children: ReactNode
}

/** Area that takes dropped files and is marked while some are above it. */
export function DropArea({ onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDrop(event.dataTransfer)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: buttons inside do the same by keyboard.
    <div
      className={`picture-part ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

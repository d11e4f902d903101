import type { ReactNode } from 'react'

/** Section with its title at the side; `id` is its anchor. */
export function AboutSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section className="about-section" id={id}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

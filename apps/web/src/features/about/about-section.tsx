import type { ReactNode } from 'react'

/** A part of the page with its title at the side; `id` is where links lead. */
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

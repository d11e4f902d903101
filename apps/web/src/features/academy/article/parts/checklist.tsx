import { createContext, type ReactNode, useContext } from 'react'

const isInChecklist = createContext(false)

/** List whose items can be ticked; nothing of it is stored. */
export function Checklist({ children }: { children: ReactNode }) {
  return (
    <isInChecklist.Provider value={true}>
      <div className="checklist">{children}</div>
    </isInChecklist.Provider>
  )
}

/** Item of any list; in a `Checklist` with a box to tick. */
export function ListItem({ children }: { children?: ReactNode }) {
  if (!useContext(isInChecklist)) return <li>{children}</li>
  return (
    <li>
      <label>
        <input type="checkbox" autoComplete="off" />
        <span>{children}</span>
      </label>
    </li>
  )
}

/** Returns a function that makes one session for each draft, for as long as the page is open. */
export function perDraft<Session>(
  create: (contractId: string) => Session,
): (contractId: string) => Session {
  const sessions = new Map<string, Session>()
  return (contractId) => {
    const session = sessions.get(contractId) ?? create(contractId)
    sessions.set(contractId, session)
    return session
  }
}

import type { Rehearsal } from '@platemark/api/rehearsal'
import { ada, type TestServer } from '../server.ts'

/** Starts the rehearsal of a draft of ada and returns it once it has ended. */
export async function rehearseDraft(server: TestServer, id: string): Promise<Rehearsal> {
  const url = `/api/contract/studio/${id}/rehearsal`
  const started = await server.post(url, undefined, { as: ada })
  if (started.status !== 202) throw new Error(started.body)
  return awaitRehearsal(server, id, started.data.run_id)
}

/** Returns a rehearsal once it has ended. */
export async function awaitRehearsal(
  server: TestServer,
  id: string,
  run: string,
): Promise<Rehearsal> {
  for (;;) {
    const { data } = await server.get(`/api/contract/studio/${id}/rehearsal/${run}`, {
      as: ada,
    })
    if (data.rehearsal.state !== 'running') return data.rehearsal
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

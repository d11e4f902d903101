import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcess } from '../../apps/server/test/server-process.ts'
import { freePort } from '../local/ports.ts'
import { root } from '../program.ts'
import { untilAnswers } from './server-process.ts'

const PROGRAM = '/usr/sbin/nginx'

/**
 * Starts nginx with the configuration that docs/examples shows, before the server at `port`;
 * everything it writes is in `folder`. Throws a sentence with the command where it is missing.
 */
export async function startNginx(folder: string, port: number): Promise<ServerProcess> {
  if (!existsSync(PROGRAM)) {
    throw new Error(
      'This soak needs nginx. On Debian: apt-get install --no-install-recommends nginx',
    )
  }
  mkdirSync(folder, { recursive: true })
  const own = await freePort()
  const shown = readFileSync(join(root, 'docs', 'examples', 'nginx.conf'), 'utf8')
  const configuration = shown
    .replace('your_cache_folder', join(folder, 'cache'))
    .replace('your_server', `127.0.0.1:${port}`)
    .replace('your_address', `127.0.0.1:${own}`)
  const file = join(folder, 'nginx.conf')
  // Started as root it would become another user, who cannot write to the folder.
  const user = process.getuid?.() === 0 ? 'user root root;' : ''
  const ownLines = ['daemon off;', `pid ${join(folder, 'nginx.pid')};`, user]
  writeFileSync(file, `${ownLines.join('\n')}\n${configuration}`)
  const child = spawn(PROGRAM, ['-p', folder, '-e', 'stderr', '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${own}`
  await untilAnswers(`${url}/health`, child)
  return { url, child }
}

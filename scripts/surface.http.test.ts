// docs/surface.txt: everything that people and machines outside can call, set or receive. A change of it is meant, so it is a change of that file.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { environment } from '#backend/config/environment.ts'
import { permissions } from '#backend/domain/user/roles.limits.ts'
import { opsCommands } from '#backend/ops/ops-commands.ts'
import { test } from '#backend/testing/shop-fixture.ts'

const root = join(import.meta.dirname, '..')

type Operation = { 'x-policy': string; responses: Record<string, { description?: string }> }
type Document = { paths: Record<string, Record<string, Operation>> }

/** A line for each call: who may make it, and with which statuses it answers. */
function callsOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `${method.toUpperCase()} ${path}  ${operation['x-policy']}  ${Object.keys(operation.responses).sort().join(' ')}`,
    ),
  )
}

function commandLines(): string[] {
  return opsCommands.map(({ name, operands, options }) => {
    const flags = Object.entries(options).map(([flag, option]) =>
      typeof option === 'string' ? `--${flag}` : `--${flag} ${option[0]}`,
    )
    return [name, ...operands, ...flags.sort()].join(' ')
  })
}

/** The subjects of all mails, as their sources write them. */
function subjects(): string[] {
  const files = globSync('backend/mails/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'))
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/subject: ['`]([^'`]+)['`]/g)].map(
      ([, subject = '']) => subject,
    ),
  )
}

test('the calls, commands, variables, metrics, permissions and mails of the shop are those of docs/surface.txt', async ({
  shop,
}) => {
  const document = (await shop.client().get('/api/openapi.json')).body as Document
  const metrics = await (await fetch(`${shop.url}/metrics`)).text()
  const parts: [string, string[]][] = [
    ['Calls: policy, statuses', callsOf(document)],
    ['npm run ops', commandLines()],
    ['Environment variables', Object.keys(environment.shape)],
    ['Metrics', [...metrics.matchAll(/^# TYPE (gamertech\S*) (\w+)$/gm)].map(([, name, kind]) => `${name} ${kind}`)],
    [
      'Permissions beside admins',
      Object.entries(permissions).map(([name, roles]) => `${name}: ${roles.join(' ') || '-'}`),
    ],
    ['Mails', subjects()],
  ]
  const text = parts
    .map(
      ([title, lines]) =>
        `${title}\n\n${lines
          .toSorted()
          .map((line) => `  ${line}\n`)
          .join('')}`,
    )
    .join('\n')
  await expect(text).toMatchFileSnapshot('../docs/surface.txt')
})

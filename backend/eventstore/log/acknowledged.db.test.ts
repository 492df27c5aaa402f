// What is acknowledged is on the synchronous standby, also where the first answer was lost and the append is looked up.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { type ServerOfCluster, startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

test('an append whose session ends while it waits for the standby is seen on the primary, and acknowledged only when the standby has it', async () => {
  const { primary, replicas, remove } = await startReplicatedCluster(1, { isSynchronous: true })
  onTestFinished(remove)
  const [standby] = replicas as [ServerOfCluster]
  const core = await openStore(primary.url)
  onTestFinished(() => core.close())
  await core.store.append(reading(1, 0))
  await standby.freeze()
  const entry = reading(1, 1)
  let told: unknown
  const answer = core.store.append(entry).then((outcome) => {
    told = outcome
    return outcome
  })
  await primary.until("select from pg_stat_activity where wait_event = 'SyncRep'")
  await primary.run("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
  // It is looked up, and found here.
  await primary.until(`select from es.commands where id = '${entry.commandId}'`)
  await primary.until(
    "select from pg_stat_activity where wait_event = 'SyncRep' and position('emit_message' in query) > 0",
  )
  await sleep(300)
  expect(told).toBeUndefined()
  await standby.thaw()
  expect(await answer).toMatchObject({ duplicate: true })
})

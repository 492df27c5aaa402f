// Child of the kill test: projects until it is killed.
import { logWarning } from '#backend/telemetry/log.ts'
import { startPump } from './pump-fixture.ts'
import { openStore } from './test-store.ts'

const core = await openStore(process.argv[2] ?? '')
await startPump(core, (problem) => logWarning('pump', { detail: problem.message }))
process.stdout.write('started\n')

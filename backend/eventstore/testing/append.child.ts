// Child of the kill test: appends for ever and prints each position that was acknowledged, with the command it was for.
import { openStore, reading } from './test-store.ts'

const { store } = await openStore(process.argv[2] ?? '')
const writer = Number(process.argv[3])
await Promise.all(
  Array.from({ length: 8 }, async (_, lane) => {
    for (;;) {
      const entry = reading(writer * 100 + lane, null, 1)
      const { position } = await store.append(entry)
      process.stdout.write(`${position} ${entry.commandId}\n`)
    }
  }),
)

import type { Room } from '#scripts/architecture/rooms.ts'

export const batchRooms: readonly Room[] = [
  {
    room: 'backend/csv/',
    holds: 'tables as spreadsheets write and read them',
    may: [],
    packages: ['node:', 'csv-parse'],
  },
  {
    room: 'backend/batches/',
    holds:
      'many products changed at once: from a file or by a rule for prices, with a preview, by a job, and back ([023](decisions/023-panel.md))',
    may: [
      ...['backend/csv/', 'backend/domain/', 'backend/commands/', 'backend/readmodels/', 'backend/db/'],
      ...['backend/eventstore/log/', 'backend/eventstore/commands/command.ts', 'backend/shop-store.ts'],
    ],
    packages: ['node:', 'pg'],
  },
]

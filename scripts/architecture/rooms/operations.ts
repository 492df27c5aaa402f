// The room behind the panel's section Operaciones.
import type { Room } from '#scripts/architecture/rooms.ts'

export const operationsRoom: Room = {
  room: 'backend/operations/',
  holds: 'the machinery behind the pages as admins see it: projections, reactors, jobs, processes',
  may: [
    ...['backend/domain/', 'backend/eventstore/', 'backend/readmodels/', 'backend/commands/', 'backend/db/'],
    'backend/shop-store.ts',
    ...['backend/jobs/queue.ts', 'backend/jobs/queue-state.ts', 'backend/jobs/failed-jobs.ts'],
  ],
  packages: ['node:', 'pg'],
}

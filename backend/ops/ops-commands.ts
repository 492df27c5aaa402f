// Every command of the operator's command line, in the order of the help.
import { causeCommand } from './cause.ts'
import { eraseCommand } from './erase.ts'
import { eventsCommand } from './events.ts'
import { exportCommand } from './export.ts'
import { historyCommand } from './history.ts'
import { importCommand } from './import.ts'
import type { OpsCommand } from './ops-command.ts'
import { rebuildCommand } from './rebuild.ts'
import { statusCommand } from './status.ts'
import { verifyCommand } from './verify.ts'

export const opsCommands: readonly OpsCommand[] = [
  statusCommand,
  verifyCommand,
  rebuildCommand,
  eventsCommand,
  historyCommand,
  causeCommand,
  exportCommand,
  importCommand,
  eraseCommand,
]

// Every command of the operator's command line, in the order of the help.
import { causeCommand } from './cause.ts'
import { deadLettersCommand } from './dead-letters.ts'
import { eraseCommand } from './erase.ts'
import { eventsCommand } from './events.ts'
import { exportCommand } from './export.ts'
import { historyCommand } from './history.ts'
import { importCommand } from './import.ts'
import type { OpsCommand } from './ops-command.ts'
import { pauseCommand, resumeCommand } from './pause.ts'
import { rebuildCommand } from './rebuild.ts'
import { rollbackCommand } from './rollback.ts'
import { statusCommand } from './status.ts'
import { verifyCommand } from './verify.ts'

export const opsCommands: readonly OpsCommand[] = [
  statusCommand,
  verifyCommand,
  rebuildCommand,
  rollbackCommand,
  pauseCommand,
  resumeCommand,
  deadLettersCommand,
  eventsCommand,
  historyCommand,
  causeCommand,
  exportCommand,
  importCommand,
  eraseCommand,
]

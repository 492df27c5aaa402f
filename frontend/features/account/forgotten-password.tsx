import { fieldProblem } from '#backend/domain/user/user.limits.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { useAskForReset } from './account.queries.ts'

type Props = { email: string; onBadEmail: (problem: string) => void }

export function ForgottenPassword({ email, onBadEmail }: Props) {
  const asking = useAskForReset()
  const ask = () => {
    const problem = fieldProblem('email', email.trim())
    if (problem) onBadEmail(problem)
    else asking.mutate(email)
  }
  return (
    <div className="flex flex-col items-start">
      <Button look="quiet" busy={asking.isPending} onClick={ask} className="-ml-5 underline underline-offset-4">
        ¿Olvidaste tu contraseña?
      </Button>
      <Refusal of={asking.error} />
    </div>
  )
}

import { type FormEvent, useRef, useState } from 'react'
import { longestComment } from '#backend/domain/review/review.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage, TextArea } from '#frontend/ui/form/field.tsx'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { usePostReview } from './post-review.ts'
import { useReviewDraft } from './review-draft.ts'
import { StarInput } from './star-input.tsx'

const NO_COMMENT = 'Debes dejar un comentario!'
const NO_SCORE = 'Debes seleccionar un puntaje!'

type Props = { userId: number | null; productId: number; onNobody: () => void; onDone: () => void }

/** Needs both comment and score. Keeps the input after a refusal and during a sign-in. */
export function ReviewForm(props: Props) {
  const { written, write, problem, refusal, comment, stars, isPosting, submit } = useReviewForm(props)
  const isMissing = problem === NO_COMMENT
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <div>
        <StarInput ref={stars} score={written.score} onScore={(score) => write({ score })} describedBy="score-error" />
        <FieldMessage id="score-error" text={problem === NO_SCORE ? problem : undefined} />
      </div>
      <TextArea
        id="comment"
        label="Comentario"
        ref={comment}
        rows={6}
        maxLength={longestComment}
        value={written.text}
        onChange={(event) => write({ text: event.target.value })}
        error={isMissing ? problem : refusal}
        aria-invalid={isMissing || undefined}
        placeholder="¿Qué te gustó? ¿Qué le avisarías a quien esté por comprarlo?"
        className="resize-y leading-relaxed"
      />
      <Button type="submit" busy={isPosting} className="min-h-12 self-start px-8">
        Enviar reseña
      </Button>
    </form>
  )
}

function useReviewForm({ userId, productId, onNobody, onDone }: Props) {
  const [written, write] = useReviewDraft(productId)
  const [tried, setTried] = useState(false)
  const comment = useRef<HTMLTextAreaElement>(null)
  const stars = useRef<HTMLInputElement>(null)
  const posting = usePostReview()
  const { score } = written
  const text = written.text.trim()
  const missing = text === '' ? NO_COMMENT : score === 0 ? NO_SCORE : undefined
  const done = () => {
    toastSuccess('Gracias por tu comentario!')
    write({ text: '', score: 0 })
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (userId === null) return onNobody()
    setTried(true)
    if (missing) return (missing === NO_COMMENT ? comment : stars).current?.focus()
    posting.mutate({ userId, productId, text, score }, { onSuccess: done })
  }
  const refusal = posting.error ? messageOf(posting.error) : undefined
  const problem = tried ? missing : undefined
  return { written, write, problem, refusal, comment, stars, isPosting: posting.isPending, submit }
}

// Writing a review: a comment and a score.
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { FieldMessage, inputLook } from '#frontend/ui/field.tsx'
import { toastSuccess } from '#frontend/ui/toast.ts'
import { usePostReview } from './reviews.queries.ts'
import { StarInput } from './star-input.tsx'

const LONGEST = 2000
const NO_COMMENT = 'Debes dejar un comentario!'
const NO_SCORE = 'Debes seleccionar un puntaje!'

type Props = { userId: number | null; productId: number; onNobody: () => void; onDone: () => void }

/** Both parts are needed. What was written stays when the server refuses it. */
export function ReviewForm({ userId, productId, onNobody, onDone }: Props) {
  const [text, setText] = useState('')
  const [score, setScore] = useState(0)
  const [tried, setTried] = useState(false)
  const comment = useRef<HTMLTextAreaElement>(null)
  const posting = usePostReview()
  const noComment = tried && text.trim() === '' ? NO_COMMENT : undefined
  const noScore = tried && !noComment && score === 0 ? NO_SCORE : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (userId === null) return onNobody()
    setTried(true)
    if (text.trim() === '') return comment.current?.focus()
    if (score === 0) return
    posting.mutate(
      { userId, productId, text: text.trim(), score },
      {
        onSuccess: () => {
          toastSuccess('Gracias por tu comentario!')
          setText('')
          setScore(0)
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <div>
        <StarInput score={score} onScore={setScore} describedBy="score-error" />
        <FieldMessage id="score-error" text={noScore} />
      </div>
      <div className="flex flex-col gap-2">
        <label htmlFor="comment" className="text-sm font-medium text-muted">
          Comentario
        </label>
        <textarea
          id="comment"
          ref={comment}
          rows={6}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={noComment ? true : undefined}
          aria-describedby="comment-error"
          placeholder="¿Qué te gustó? ¿Qué le avisarías a quien esté por comprarlo?"
          className={`${inputLook} resize-y py-3 leading-relaxed`}
        />
        <FieldMessage id="comment-error" text={noComment ?? (posting.error ? messageOf(posting.error) : undefined)} />
      </div>
      <Button type="submit" busy={posting.isPending} className="min-h-12 self-start px-8">
        Enviar reseña
      </Button>
    </form>
  )
}

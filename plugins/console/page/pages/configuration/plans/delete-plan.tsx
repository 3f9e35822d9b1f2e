import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Confirmation } from '../../../components/confirmation.js'
import { Curl } from '../../../components/curl.js'
import { useToast } from '../../../components/toasts.js'
import { useLanguage } from '../../../language/language-context.js'
import { useConfigurationClient } from '../use-configuration-client.js'

interface DeletePlanProps {
  readonly plan: string
  readonly onDeleted: () => void
}

/** A button that deletes a plan. */
export const DeletePlan = ({ plan, onDeleted }: DeletePlanProps) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    await client.deletePlan(plan)
    toast(text.plans.deleted)
    onDeleted()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{text.plans.delete}</Button>
      {isAsking && (
        <Confirmation
          title={text.plans.delete}
          action={text.plans.delete}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{text.plans.deleteHint}</p>
          <Curl method="DELETE" path={`/settings/plans/${plan}`} />
        </Confirmation>
      )}
    </>
  )
}

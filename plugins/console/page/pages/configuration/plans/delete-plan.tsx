import { useLanguage } from '../../../language/language-context.js'
import { DeleteButton } from '../delete-button.js'
import { useConfigurationClient } from '../use-configuration-client.js'

interface DeletePlanProps {
  readonly plan: string
  readonly onDeleted: () => void
}

/** A button that deletes a plan. */
export const DeletePlan = ({ plan, onDeleted }: DeletePlanProps) => {
  const { text } = useLanguage()
  const client = useConfigurationClient()
  const remove = () => client.deletePlan(plan)
  return <DeleteButton text={text.plans} path={`/settings/plans/${plan}`} remove={remove} onDeleted={onDeleted} />
}

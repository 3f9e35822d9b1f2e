import { useState } from 'preact/hooks'
import { problemOf } from '../../language/message-of.js'
import { useAction } from '../../requests/use-action.js'

/** A form whose fields are named like those of the request, so that each shows what the service says about it. */
export function useForm<Form extends Readonly<Record<string, string>>>(initial: Form) {
  const [form, setForm] = useState(initial)
  const { run, isRunning, error, clear } = useAction()
  const set = (name: keyof Form) => (value: string) => {
    if (error !== undefined) clear() // the error is about the previous values
    setForm({ ...form, [name]: value })
  }
  return {
    form,
    run,
    isRunning,
    error,
    /** Attributes of a text field. */
    field: (name: keyof Form & string) => ({ value: form[name], onInput: set(name), error: problemOf(error, name) }),
    /** Attributes of a select field. */
    choice: (name: keyof Form & string) => ({ value: form[name], onChange: set(name), error: problemOf(error, name) }),
  }
}

import { useState } from 'preact/hooks'
import { problemOf } from '../../language/message-of.js'
import { useAction } from '../../requests/use-action.js'

/** A form whose fields have the names that the request gives them: each shows what the service says about it. */
export function useForm<Form extends Readonly<Record<string, string>>>(initial: Form) {
  const [form, setForm] = useState(initial)
  const { run, isRunning, error, clear } = useAction()
  const set = (name: keyof Form) => (value: string) => {
    if (error !== undefined) clear() // it is about what was typed before
    setForm({ ...form, [name]: value })
  }
  return {
    form,
    run,
    isRunning,
    error,
    /** Attributes of a text field. */
    field: (name: keyof Form & string) => ({ value: form[name], onInput: set(name), error: problemOf(error, name) }),
    /** Attributes of a choice. */
    choice: (name: keyof Form & string) => ({ value: form[name], onChange: set(name), error: problemOf(error, name) }),
  }
}

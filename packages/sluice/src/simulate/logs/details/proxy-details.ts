import { detailsOf, requestLine, targetParts, type Details } from './logged-request.ts'

/** The status of the balancer is the ninth field, the quoted request the thirteenth, then the agent. */
const ALB = /^(?:\S+ ){8}(\S+) \S+ \S+ \S+ "([^"]*)" "([^"]*)"/

export function albDetails(line: string): Details {
  const [, status, request, agent] = ALB.exec(line) ?? []
  return detailsOf([...requestLine(request), ['status', status], ['header.user-agent', agent]])
}

/** After the time: names, timers, the status; the request is what stands in quotes. */
const HAPROXY = /\] \S+ \S+ \S+ (-?\d+) [^"]*"([^"]*)"/

export function haproxyDetails(line: string): Details {
  const [, status, request] = HAPROXY.exec(line) ?? []
  return detailsOf([...requestLine(request), ['status', status]])
}

export function squidDetails(line: string): Details {
  const [, , , action = '', , method, target, user] = line.split(/ +/)
  return detailsOf([
    ['method', method],
    ...targetParts(target),
    ['user', user],
    ['status', action.split('/')[1]],
  ])
}

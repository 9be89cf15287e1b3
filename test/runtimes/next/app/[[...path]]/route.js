import app from '../../../apps/fetch-app.js'

const handle = (request, context) => app.fetch(request, context)

export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST }

// The gateway: placeholder until its parts are there.

export const GatewayPage = () => null;

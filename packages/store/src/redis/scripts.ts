// The Lua scripts for the Redis server. Only a script can combine a read and a write into one atomic step.

/** Adds the key to the index of its namespace or removes it, counts the change and publishes the count. */
const publish = (change: string) => `
  if KEYS[2] ~= '' then
    redis.call('${change}', KEYS[2], ARGV[1])
    redis.call('PUBLISH', KEYS[3], redis.call('INCR', KEYS[4]))
  end
  return 1`;

const set = `
  redis.call('SET', KEYS[1], ARGV[2])
  if tonumber(ARGV[3]) > 0 then redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end`;

/** KEYS: entry, index (or empty), channel, count of changes. ARGV: key in the index, value, expiry, expected value. */
const put = `${set}${publish('SADD')}`;
const add = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end${put}`;
const replace = `
  if redis.call('GET', KEYS[1]) ~= ARGV[4] then return 0 end${put}`;
const remove = `
  if redis.call('DEL', KEYS[1]) == 0 then return 0 end${publish('SREM')}`;

/** KEYS: index. ARGV: prefix of all entries of the namespace, prefix of the requested keys. */
const list = `
  local found = {}
  for _, key in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    if string.sub(key, 1, #ARGV[2]) == ARGV[2] then
      local value = redis.call('GET', ARGV[1] .. key)
      if value then
        found[#found + 1] = key
        found[#found + 1] = value
      else
        redis.call('SREM', KEYS[1], key)
      end
    end
  end
  return found`;

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Implements `countHit` with the clock of the Redis server, for several groups of hits. KEYS: bans by their end, counter
 * of each group. ARGV, for each group: max, window, restart, ban after, ban duration, name of the counter among the bans,
 * number of hits. Returns the seconds to wait for each hit, or 0 for an allowed hit.
 */
const hits = `${now}
  local waits = {}
  local function seconds(milliseconds) return math.max(1, math.ceil(milliseconds / 1000)) end
  for group = 1, #KEYS - 1 do
    local counter, at = KEYS[group + 1], group * 7 - 7
    local max, window, restart = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), ARGV[at + 3] == '1'
    local banAfter, banFor, name = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5]), ARGV[at + 6]
    local state = redis.call('HMGET', counter, 'count', 'windowEnd', 'refused', 'bannedUntil')
    local count, windowEnd = tonumber(state[1] or 0), tonumber(state[2] or 0)
    local refused, bannedUntil = tonumber(state[3] or 0), tonumber(state[4] or 0)
    local isCounted = false
    local function ban(ending)
      bannedUntil = ending
      redis.call('ZADD', KEYS[1], ending, name)
    end
    if banAfter > 0 and bannedUntil > now + banFor then
      ban(now + banFor)
      redis.call('HSET', counter, 'bannedUntil', bannedUntil)
    end
    for _ = 1, tonumber(ARGV[at + 7]) do
      local wait = 0
      if bannedUntil > now then
        wait = seconds(bannedUntil - now)
      else
        isCounted = true
        if windowEnd <= now or windowEnd > now + window then count, windowEnd, refused, bannedUntil = 0, now + window, 0, 0 end
        if restart then windowEnd = now + window end
        if count < max then
          count = count + 1
        else
          refused = refused + 1
          if banAfter > 0 and refused >= banAfter then ban(now + banFor) end
          wait = seconds(math.max(windowEnd, bannedUntil) - now)
        end
      end
      waits[#waits + 1] = wait
    end
    if isCounted then
      redis.call('HSET', counter, 'count', count, 'windowEnd', windowEnd, 'refused', refused, 'bannedUntil', bannedUntil)
      redis.call('PEXPIREAT', counter, math.max(windowEnd, bannedUntil))
    end
  end
  return waits`;

/** KEYS: bans. Deletes bans that have ended. */
const listBans = `${now}
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  return redis.call('ZREVRANGE', KEYS[1], 0, -1, 'WITHSCORES')`;

/** KEYS: counter, bans. ARGV: name of the counter among the bans. */
const liftBan = `
  redis.call('ZREM', KEYS[2], ARGV[1])
  return redis.call('DEL', KEYS[1])`;

export const scripts = { put, add, replace, remove, list, hits, listBans, liftBan } as const;

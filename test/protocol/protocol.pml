/*
 * The protocol of one paid check, small enough to be explored completely: two workers, a primary and its standby, the
 * second witness in Redis, the reconciler, and a person who writes calls off. docs/protocol.md says what stands for
 * what, and which assumptions are built in.
 *
 * Between two atomic blocks of a worker anybody else may take any number of steps: that is a worker that stands still,
 * and one that never goes on is a dead one.
 *
 * Planted faults, one at a time: -DNO_MARKER, -DNO_FENCE, -DNO_WITNESS, -DNO_ASK, -DWRITE_OFF_LIVING,
 * -DWRITE_OFF_UNADOPTED, -DOLD_PRIMARY_BEGINS. -DSYNCHRONOUS: the standby has everything that was acknowledged.
 */

#ifndef WORKERS
#define WORKERS 2
#endif
#define ASSUMED (WORKERS + 1) /* the call of which only the witness, or nobody, knows */

/* What a server knows of the check's newest call. */
mtype = { NONE, STARTED, NOT_SENT, UNCERTAIN, WRITTEN_OFF, SETTLED };

/* Server 0 is the primary at first, server 1 its standby. */
mtype call_state[2] = NONE;
byte call_of[2];
byte adopted[2] = 1;  /* the timeline of the history that was adopted last */
byte epoch_of[2] = 1; /* the witness' epoch as this server has it */
byte current = 0;     /* the server that new connections reach; it is on timeline 2 once it was promoted */

/* The second witness, in Redis. */
byte seen_call;
byte seen_history = 1;
byte witness_epoch = 1;

/* What the provider knows, and nobody else for certain. */
byte paid;

/* Workers that were told that they may send, and those that stood still since. */
bool told[WORKERS];
bool stood_still[WORKERS];

#define timeline(s) (s == 1 && current == 1 -> 2 : 1)
#define repeatable(s) (call_state[s] == NONE || call_state[s] == NOT_SENT || call_state[s] == WRITTEN_OFF)
#define known(s) (adopted[s] == timeline(s))

inline replicate() {
  call_state[1] = call_state[0];
  call_of[1] = call_of[0];
  epoch_of[1] = epoch_of[0]
}

/* With a synchronous standby nothing is acknowledged before it is there. */
inline write(s, state, call) {
  call_state[s] = state;
  call_of[s] = call;
#ifdef SYNCHRONOUS
  if
  :: current == 0 -> replicate()
  :: else
  fi
#endif
}

/* Compare-and-set: whatever else happened to the call meanwhile stands. */
inline settle_own(server, worker, to, as) {
  if
  :: call_state[server] == STARTED && call_of[server] == worker -> write(server, to, as)
  :: else
  fi
}

#ifdef NO_MARKER
#define may_mark(s) (call_state[s] != SETTLED && known(s))
#else
#ifdef NO_FENCE
#define may_mark(s) repeatable(s)
#else
#define may_mark(s) (known(s) && repeatable(s))
#endif
#endif

#ifdef NO_WITNESS
#define witness_agrees(s, me) true
#else
#define witness_agrees(s, me) (seen_call == me && seen_history == timeline(s))
#endif

#ifdef NO_ASK
#define may_send(s, me) true
#else
#define may_send(s, me) (call_state[s] == STARTED && call_of[s] == me && witness_agrees(s, me))
#endif

proctype Worker(byte me) {
  byte before, s;
  bool first_time = true;
  /* An old session stays with the server that it was opened on. */
  if
  :: s = current
  :: s = 0
  fi;
  /* Claim: the marker, in one statement with the fence. */
  atomic {
    if
    :: may_mark(s) -> before = call_of[s]; write(s, STARTED, me)
    :: else -> goto end
    fi
  };
#ifndef NO_WITNESS
  /* The witness' script: whose history is it, and was there a call that PostgreSQL does not know? */
  atomic {
    if
    :: seen_history != timeline(s) -> settle_own(s, me, NOT_SENT, me); goto end
    :: seen_history == timeline(s) && (seen_call == 0 || seen_call == before) -> seen_call = me
    :: else -> settle_own(s, me, UNCERTAIN, ASSUMED); goto end
    fi
  };
#endif
ask:
  atomic {
    stood_still[me - 1] = false;
    if
    :: may_send(s, me) -> told[me - 1] = true
    :: else -> settle_own(s, me, NOT_SENT, me); goto end
    fi
  };
  /* Both clocks say whether more than a second went by since the answer; then it is asked again. */
  atomic {
    told[me - 1] = false;
#ifndef NO_ASK
    if
    :: stood_still[me - 1] -> goto ask
    :: else
    fi;
#endif
    paid++;
    assert(paid <= 1)
  };
  /* The settlement goes to the server that answers now, and is written whole when its marker is gone. */
  atomic {
    if
    :: repeatable(current) && call_of[current] != me -> write(current, SETTLED, me)
    :: else -> settle_own(current, me, SETTLED, me)
    fi
  };
end:
  before = 0;
  s = 0
}

/* Past its deadline a call without an answer is given up; nobody is called for it. */
proctype Reconciler() {
end:
  do
  :: atomic { call_state[current] == STARTED -> write(current, UNCERTAIN, call_of[current]) }
  od
}

#ifdef WRITE_OFF_UNADOPTED
#define decisions_allowed true
#else
#ifdef NO_WITNESS
#define decisions_allowed known(current)
#else
#define decisions_allowed (known(current) && seen_history == timeline(current))
#endif
#endif

/*
 * Support writes off what the provider truthfully says it never received. That takes a minute without a sign of life
 * of the call's worker: whoever was told that they may send has stood still since.
 */
proctype Person() {
end:
  do
  :: atomic {
      call_state[current] == UNCERTAIN && paid == 0 && decisions_allowed ->
      write(current, WRITTEN_OFF, call_of[current]);
      seen_call = 0;
#ifndef WRITE_OFF_LIVING
      stood_still[0] = told[0];
      stood_still[1] = told[1];
      stood_still[WORKERS - 1] = told[WORKERS - 1]
#endif
    }
  od
}

/* The standby follows when it does, and is promoted at any moment. The old primary may live on for old sessions. */
proctype Cluster() {
end:
  do
  :: atomic { current == 0 -> replicate() }
  :: atomic { current == 0 -> current = 1; break }
  od
}

/* With a whole witness exactly what is endangered goes to review, without one everything that is open. */
inline adopt() {
  if
  :: repeatable(current) && (known(current) || witness_epoch != epoch_of[current]) ->
    write(current, UNCERTAIN, ASSUMED)
#ifndef NO_WITNESS
  :: repeatable(current) && !known(current) && witness_epoch == epoch_of[current] &&
       seen_call != 0 && seen_call != call_of[current] ->
    write(current, UNCERTAIN, ASSUMED)
#endif
  :: else
  fi;
  adopted[current] = timeline(current);
  seen_history = timeline(current);
  witness_epoch = 3;
  epoch_of[current] = 3
}

inline begin_witness(s) {
  seen_history = timeline(s);
  witness_epoch = 2;
  epoch_of[s] = 2
}

proctype Adopter() {
end:
  do
  /* A promoted server, or one whose witness follows an older history meanwhile. */
  :: atomic { !known(current) || (seen_history != 0 && seen_history < timeline(current)) -> adopt() }
  /* A witness that has lost everything begins anew. */
  :: atomic { seen_history == 0 && known(current) -> begin_witness(current) }
#ifdef OLD_PRIMARY_BEGINS
  :: atomic { seen_history == 0 -> begin_witness(0) }
#endif
  od
}

/* Redis may lose everything, once. */
proctype Flush() {
  atomic { seen_call = 0; seen_history = 0; witness_epoch = 0 }
}

init {
  atomic {
    run Worker(1);
    run Worker(2);
#if WORKERS > 2
    run Worker(3);
#endif
    run Reconciler();
    run Person();
    run Cluster();
    run Adopter();
    run Flush()
  }
}

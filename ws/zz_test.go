package ws
import ("testing";"runtime";"fmt";"net";"os";"runtime/pprof"
"github.com/madang-dev/madang/state")
func TestZZ(t *testing.T){
 if os.Getenv("ZZ")=="" {return}
 runtime.MemProfileRate=1
 e:=newInMem(sessionID)
 d:=open(t,e,func(c *Config){c.MaxPerUser=-1})
 var m0,m1,m2 runtime.MemStats
 b:=&testing.B{}
 runtime.GC();runtime.GC();runtime.ReadMemStats(&m0)
 conns:=make([]net.Conn,2000)
 for i:=range conns{conns[i]=handshake(b,d)}
 await(t,"s",func()bool{return d.Stats().Connections==2000})
 e.awaitStreams(t,sessionID,2000)
 runtime.GC();runtime.GC();runtime.ReadMemStats(&m1)
 e.emit(sessionID, "run-1", state.EventPlanningStart, state.PlanningStart{Message: "m"})
 awaitWritten(t,d,1)
 runtime.GC();runtime.GC();runtime.ReadMemStats(&m2)
 for _,m:=range []runtime.MemStats{m1,m2}{
 fmt.Printf("heapalloc %d heapinuse %d stack %d goroutines %d\n",(m.HeapAlloc-m0.HeapAlloc)/2000,(m.HeapInuse-m0.HeapInuse)/2000,(m.StackInuse-m0.StackInuse)/2000,runtime.NumGoroutine())}
 f,_:=os.Create("/tmp/heap.prof");pprof.WriteHeapProfile(f);f.Close()
 buf:=make([]byte,1<<20); n:=runtime.Stack(buf,true); os.WriteFile("/tmp/stacks",buf[:n],0o644)
 for _,c:=range conns{c.Close()}
}
